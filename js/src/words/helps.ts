// Help texts of figures and panels; `python -m tests.contract` generates them from model/helps.py.

/** The assumption behind every statement about another prevalence. */
export const ASSUMPTION =
  'Taken for granted: the rates found on these data stay as they are when the share of {positive} changes. They do not where the cases of a class have changed as well, such as other people or other devices: check both rates on recent cases.';

/** Help of a figure or panel: description, formulas (one per line) and assumptions. */
export interface HelpText {
  title: string;
  words: string;
  formulas: string;
  assumes: string;
}

/** By space of a figure or title of a panel. */
export const HELPS: Readonly<Record<string, HelpText>> = {
  roc: {
    title: 'ROC space',
    words:
      'Each point is one threshold: how many negatives it flags wrongly, to the right, and how many positives it finds, upwards. Points that cost the same lie on a straight line that rises by the slope told here: the best threshold is where such a line touches the hull from above.',
    formulas:
      'fpr = false alarms / negatives\ntpr = positives found / positives\nslope = (1 − PC(+)) / PC(+)',
    assumes: '',
  },
  cost: {
    title: 'Cost space',
    words:
      'Each line is one threshold: what it costs wherever false alarms matter more, to the left, or misses, to the right. The lowest line is the best choice at that place, and where even that is above the dotted lines it is cheaper to call everybody the same.',
    formulas:
      'cost = fpr × (1 − PC(+)) + (1 − tpr) × PC(+)\nPC(+) = share of positives × cost of a miss / (share of positives × cost of a miss + (1 − share of positives) × cost of a false alarm)',
    assumes:
      'Taken for granted: the rates found on these data stay as they are when the share of positives changes. They do not where the cases of a class have changed as well, such as other people or other devices: check both rates on recent cases.',
  },
  difference: {
    title: 'Difference in cost',
    words:
      'How much more A costs than B at each PC(+): below zero A is cheaper, above it B is. Where the shaded band leaves out zero the difference is hardly chance.',
    formulas: 'difference = cost of A − cost of B',
    assumes: '',
  },
  ribbon: {
    title: 'Who is cheapest where',
    words:
      'The bar under the cost axis has the colour of the classifier that is cheapest at each PC(+), and is grey where calling everybody the same costs less. It is hatched where the lead could be chance, and a slider for the operating point.',
    formulas: 'cost of calling everybody the same = min(PC(+), 1 − PC(+))',
    assumes: '',
  },
  Conditions: {
    title: 'Conditions of use',
    words:
      'Say how many are positive where the classifier will be used, and what either error costs there: only the ratio of the costs moves the choice. If you do not know a number, give a range and get one choice for all of it.',
    formulas:
      'odds of PC(+) = share of positives / (1 − share of positives) × cost of a miss / cost of a false alarm',
    assumes:
      'Taken for granted: the rates found on these data stay as they are when the share of positives changes. They do not where the cases of a class have changed as well, such as other people or other devices: check both rates on recent cases.',
  },
  Uncertainty: {
    title: 'Uncertainty',
    words:
      'How much costs might differ had other data of the same kind been collected: examples are drawn anew many times, or limits of counts are told where there are no scores. The level says how often such a band holds the truth, and as much is left out below it as above.',
    formulas: 'left out on either side = (1 − level) / 2',
    assumes: '',
  },
  Compare: {
    title: 'Compare',
    words:
      'Two classifiers are compared at each PC(+), each at its own best threshold for that PC(+). Both are tested on the same draws of the data, so what is luck for both is no difference.',
    formulas: 'difference = (fpr of A − fpr of B) × (1 − PC(+)) − (tpr of A − tpr of B) × PC(+)',
    assumes: '',
  },
  Criteria: {
    title: 'Criteria',
    words:
      'Costs are not always what decides: there may be a limit on false alarms, or hands for so many cases only. The threshold that does best within such a limit is marked in both figures, with what it costs above the cheapest one.',
    formulas:
      'flagged = share of positives × tpr + (1 − share of positives) × fpr\nloss = cost of the choice − least cost',
    assumes: '',
  },
  Classifiers: {
    title: 'Classifiers',
    words:
      'Here names, colours and order are changed, and thresholds entered that are in use today. The area under the ROC curve says how often a positive scores higher than a negative; it knows neither costs nor how many are positive.',
    formulas:
      'area = (pairs in which the positive scores higher + pairs with equal scores / 2) / pairs',
    assumes: '',
  },
  'Data table': {
    title: 'Data table',
    words:
      'The numbers behind the figures: each best threshold with the stretch of PC(+) where it costs least on this dataset, then all that are drawn. Two thresholds that follow each other on the hull cost the same at one PC(+), where one stretch ends and the next begins.',
    formulas:
      'PC(+) of equal cost = (fpr of B − fpr of A) / ((fpr of B − fpr of A) + (tpr of B − tpr of A))',
    assumes: '',
  },
};
