/** Parts of realistic titles and descriptions. */
export const DO = [
  'Renew',
  'Write',
  'Call',
  'Review',
  'Order',
  'Prepare',
  'Translate',
  'Repair',
  'Plan',
  'Pay',
]
export const WHAT = [
  'the passports for the summer',
  'a letter to the housing association',
  'Jürgen about the café’s opening hours',
  'the draft of chapter four',
  'new filters for the coffee machine',
  'slides for Thursday’s meeting',
  'the minutes of the board',
  'the bicycle’s rear brake',
  'invoices of the third quarter',
]
export const WHY =
  'They said it takes about three weeks, so it should not wait. Papers are in the blue folder; ask for a receipt.'
