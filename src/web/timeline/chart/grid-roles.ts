/** ARIA roles for a table that can't use <table>: rows are positioned freely, and most aren't in the document. */
export const GRID_ROW = { role: 'row' } as const
export const GRID_CELL = { role: 'gridcell' } as const
export const ROW_HEADER = { role: 'rowheader' } as const
export const COLUMN_HEADER = { role: 'columnheader' } as const
