// Bundles for hosts without labextensions: Voila, VS Code, websites and standalone pages.
import { rspack } from '@rspack/core';
import about from './package.json' with { type: 'json' };

const mode = 'production';
const path = `${import.meta.dirname}/dist`;

/** Widgets of this package as an AMD module. */
const widgets = {
  mode,
  entry: './lib/index.js',
  output: { path, filename: 'index.js', library: { type: 'amd' }, publicPath: '' },
  externals: Object.keys(about.dependencies),
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
};

/** Runtime of a standalone page, without the widgets of this package and of bqplot. */
const page = {
  mode,
  entry: './page.mjs',
  output: { path, filename: 'page.js', publicPath: '' },
  performance: { hints: false }, // the file is local
  // Explorers use neither AJAX nor animations of jQuery, and no slider of Jupyter.
  resolve: { alias: { jquery$: 'jquery/dist/jquery.slim.js', nouislider: false } },
  plugins: [new rspack.CssExtractRspackPlugin({ filename: 'page.css' })],
  optimization: {
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
      new rspack.LightningCssMinimizerRspackPlugin(),
    ],
  },
  module: {
    rules: [
      {
        test: /\.css$/,
        use: [rspack.CssExtractRspackPlugin.loader, 'css-loader'],
        type: 'javascript/auto',
        sideEffects: true,
      },
      // These packages do not declare that unused modules can be dropped.
      { test: /(@jupyter-widgets.controls|@lumino|d3-\w+|nouislider).*\.js$/, sideEffects: false },
    ],
  },
};

rspack([widgets, page]).run((error, stats) => {
  if (error) throw error;
  process.stdout.write(`${stats.toString({ colors: false, modules: false })}\n`);
  process.exitCode = stats.hasErrors() ? 1 : 0;
});
