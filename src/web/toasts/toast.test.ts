import { expect, test } from 'vitest'

import { showToast, toasts } from './toast.ts'

test('replaces the current toast', () => {
  showToast({ title: 'Task created', text: 'Your task has been added successfully' })
  const first = toasts.get()
  showToast({ title: 'Error', text: 'Failed to create task. Please try again.', variant: 'destructive' })
  const second = toasts.get()
  expect(first).toMatchObject({ title: 'Task created', open: true })
  expect(second).toMatchObject({ title: 'Error', variant: 'destructive', open: true })
  expect(second?.id).not.toBe(first?.id)
})

test('keeps the text of a dismissed toast while it closes', () => {
  showToast({ title: 'Task deleted', text: 'Your task has been deleted successfully' })
  toasts.dismiss(toasts.get()?.id ?? -1)
  expect(toasts.get()).toMatchObject({ title: 'Task deleted', open: false })
})

test('ignores the dismissal of an earlier toast', () => {
  showToast({ title: 'First', text: '' })
  const first = toasts.get()?.id ?? -1
  showToast({ title: 'Second', text: '' })
  toasts.dismiss(first)
  expect(toasts.get()).toMatchObject({ title: 'Second', open: true })
})

test('notifies a listener of each toast until it unsubscribes', () => {
  const heard: (string | undefined)[] = []
  const stop = toasts.subscribe(() => heard.push(toasts.get()?.title))
  showToast({ title: 'One', text: '' })
  showToast({ title: 'Two', text: '' })
  stop()
  showToast({ title: 'Three', text: '' })
  expect(heard).toEqual(['One', 'Two'])
})
