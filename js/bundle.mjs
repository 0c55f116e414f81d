// The module for front ends that load widgets with an AMD loader: Voila, VS Code, a page on the web.
import { rspack } from '@rspack/core';
import about from './package.json' with { type: 'json' };

const compiler = rspack({
  mode: 'production',
  entry: './lib/index.js',
  output: {
    path: `${import.meta.dirname}/dist`,
    filename: 'index.js',
    library: { type: 'amd' },
    publicPath: '',
  },
  externals: Object.keys(about.dependencies),
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
});

compiler.run((error, stats) => {
  if (error) throw error;
  process.stdout.write(`${stats.toString({ colors: false, modules: false })}\n`);
  process.exitCode = stats.hasErrors() ? 1 : 0;
});
