// Widget classes of the front end, exported under the names that Python uses.

import '#style';
import { suppressNotebookShortcuts } from './cursor/keys.ts';

export { AnswerModel, AnswerView } from './widgets/answer.ts';
export { ColorFieldModel, ColorFieldView } from './widgets/color.ts';
export { ConditionsRowModel, ConditionsRowView } from './widgets/conditions.ts';
export { ControlsModel, ControlsView } from './widgets/controls.ts';
export { DualityCursorModel, DualityCursorView } from './widgets/cursor.ts';
export { DetailModel, DetailView } from './widgets/detail.ts';
export { DualityModel } from './widgets/duality.ts';
export { FrameModel, FrameView } from './widgets/frame.ts';
export { KeyModel, KeyView } from './widgets/key.ts';
export {
  LaboratoryKnobsModel,
  LaboratoryKnobsView,
  LaboratoryScoresModel,
  LaboratoryScoresView,
} from './widgets/laboratory.ts';
export { LegendModel, LegendView } from './widgets/legend.ts';
export { NotesModel, NotesView } from './widgets/notes.ts';
export { PresenceModel, PresenceView } from './widgets/presence.ts';
export { RibbonModel, RibbonView } from './widgets/ribbon.ts';
export { SliderModel, SliderView } from './widgets/slider.ts';
export { StepperModel, StepperView } from './widgets/stepper.ts';
export { SwitchesModel, SwitchesView } from './widgets/switches.ts';
export { DataTableModel, DataTableView } from './widgets/table.ts';

measureBeforePrinting();
suppressNotebookShortcuts();

/**
 * Store the left edge of each explorer for the print style sheet.
 *
 * JupyterLab's layout keeps its positions on paper, and CSS cannot measure them.
 */
function measureBeforePrinting(): void {
  window.addEventListener('beforeprint', () => {
    for (const root of document.querySelectorAll<HTMLElement>('.cc-explorer')) {
      const { left } = root.getBoundingClientRect();
      root.style.setProperty('--cc-left', `${left + window.scrollX}px`);
    }
  });
}
