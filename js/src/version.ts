import about from '#about' with { type: 'json' };

/** Name of the module as Python's `_model_module` spells it. */
export const MODULE_NAME = about.name;
export const MODULE_VERSION = about.version;

/** The attributes by which Python and the browser agree that a widget is ours. */
export function ours(name: string): Record<string, string> {
  return {
    _model_name: `${name}Model`,
    _view_name: `${name}View`,
    _model_module: MODULE_NAME,
    _view_module: MODULE_NAME,
    _model_module_version: MODULE_VERSION,
    _view_module_version: MODULE_VERSION,
  };
}
