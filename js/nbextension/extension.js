// What VS Code and the classic notebook look for: it says where the widgets of cc_widgets are.
window.require.config({
  map: { '*': { cc_widgets: 'nbextensions/cc_widgets/index' } },
});

define({ load_ipython_extension() {} });
