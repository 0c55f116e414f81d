// The modules for front ends that load no labextension: Voila, VS Code, a page on the web, a file.
import { rspack } from '@rspack/core';
import about from './package.json' with { type: 'json' };

const mode = 'production';
const path = `${import.meta.dirname}/dist`;

/** Our widgets, for an AMD loader. */
const widgets = {
  mode,
  entry: './lib/index.js',
  output: { path, filename: 'index.js', library: { type: 'amd' }, publicPath: '' },
  externals: Object.keys(about.dependencies),
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
};

/** What a page needs beside our widgets and bqplot's, where there is neither loader nor Jupyter. */
const page = {
  mode,
  entry: './page.mjs',
  output: { path, filename: 'page.js', publicPath: '' },
  performance: { hints: false }, // it is read from the disk
  // Nobody asks for a network or for motion, and no explorer has one of Jupyter's sliders.
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
      // They do not say so themselves: what is not asked for may be left out.
      { test: /(@jupyter-widgets.controls|@lumino|d3-\w+|nouislider).*\.js$/, sideEffects: false },
    ],
  },
};

rspack([widgets, page]).run((error, stats) => {
  if (error) throw error;
  process.stdout.write(`${stats.toString({ colors: false, modules: false })}\n`);
  process.exitCode = stats.hasErrors() ? 1 : 0;
});
