/** The roles of a table of rows that are laid out freely, of which most are not in the document. */
export const GRID_ROW = { role: 'row' } as const
export const GRID_CELL = { role: 'gridcell' } as const
export const ROW_HEADER = { role: 'rowheader' } as const
export const COLUMN_HEADER = { role: 'columnheader' } as const
