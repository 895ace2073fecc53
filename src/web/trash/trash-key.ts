/** The query key of the trash, followed by the filters. */
export const TRASH_KEY = ['/api/trash'] as const
