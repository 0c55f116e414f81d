import about from '#about' with { type: 'json' };

/** Name of the module as Python's `_model_module` spells it. */
export const MODULE_NAME = about.name;
export const MODULE_VERSION = about.version;
