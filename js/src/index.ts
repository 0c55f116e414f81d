import '#style';
import { measureBeforePrinting } from './print.ts';

export { ColorFieldModel, ColorFieldView } from './color/color.ts';
export { ControlsModel, ControlsView } from './controls/controls.ts';
export { DualityCursorView } from './cursor/cursor.ts';
export { DualityModel } from './cursor/duality.ts';
export { DualityCursorModel } from './cursor/model.ts';
export { LegendModel, LegendView } from './legend/legend.ts';
export { RibbonModel, RibbonView } from './ribbon/ribbon.ts';
export { SliderModel, SliderView } from './slider/slider.ts';
export { DataTableModel, DataTableView } from './table/table.ts';
export { ReadoutModel, ReadoutView } from './words/readout.ts';

measureBeforePrinting();
