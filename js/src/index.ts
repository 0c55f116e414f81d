import '#style';

export { DualityCursorModel, DualityCursorView } from './cursor/cursor.ts';
export { DualityModel } from './cursor/duality.ts';
export { ReadoutModel, ReadoutView } from './cursor/readout.ts';
export { LegendModel, LegendView } from './legend/legend.ts';
