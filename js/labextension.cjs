// Additional options of the JupyterLab bundle.

// By default, some ids are hashes of absolute paths. Ids in order of use give the same bundle in
// every checkout.
module.exports = { optimization: { moduleIds: 'natural' } };
