import { createStore } from '../state/store.ts'

/** Whether the list of uploads has any. Separate from the list, which isn't part of the first load. */
export const isUploading = createStore(false)
