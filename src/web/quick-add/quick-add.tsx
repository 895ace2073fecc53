import type { ReactNode } from 'react'

import { useStore } from '../state/store.ts'
import { QuickAddSheet } from './deferred-parts.tsx'
import { quickAdd } from './open.ts'
import { type QuickAddActions, QuickAddProvider } from './quick-add-context.ts'

/** Lets the page open the quick-add line, in a band or in a sheet. */
export function QuickAdd({ children, ...actions }: QuickAddActions & { children: ReactNode }) {
  const line = useStore(quickAdd)
  const isSheet = line?.place === 'sheet'
  return (
    <QuickAddProvider value={actions}>
      {children}
      <QuickAddSheet open={isSheet} line={isSheet ? line : null} />
    </QuickAddProvider>
  )
}
