import { expect, test } from 'vitest'

import { showToast, toasts } from './toast.ts'

test('a new toast replaces the one before', () => {
  showToast({ title: 'Task created', text: 'Your task has been added successfully' })
  const first = toasts.get()
  showToast({ title: 'Error', text: 'Failed to create task. Please try again.', variant: 'destructive' })
  const second = toasts.get()
  expect(first).toMatchObject({ title: 'Task created', open: true })
  expect(second).toMatchObject({ title: 'Error', variant: 'destructive', open: true })
  expect(second?.id).not.toBe(first?.id)
})

test('a dismissed toast is closed and keeps its words while it leaves', () => {
  showToast({ title: 'Task deleted', text: 'Your task has been deleted successfully' })
  toasts.dismiss(toasts.get()?.id ?? -1)
  expect(toasts.get()).toMatchObject({ title: 'Task deleted', open: false })
})

test('the end of an earlier toast does not close a later one', () => {
  showToast({ title: 'First', text: '' })
  const first = toasts.get()?.id ?? -1
  showToast({ title: 'Second', text: '' })
  toasts.dismiss(first)
  expect(toasts.get()).toMatchObject({ title: 'Second', open: true })
})

test('a listener hears of each toast until it stops listening', () => {
  const heard: (string | undefined)[] = []
  const stop = toasts.subscribe(() => heard.push(toasts.get()?.title))
  showToast({ title: 'One', text: '' })
  showToast({ title: 'Two', text: '' })
  stop()
  showToast({ title: 'Three', text: '' })
  expect(heard).toEqual(['One', 'Two'])
})
