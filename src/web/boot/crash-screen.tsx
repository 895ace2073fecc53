import { Component, type ReactNode } from 'react'

import { ErrorState } from '../ui/error-state.tsx'
import * as words from './words.ts'

type State = { hasCrashed: boolean }

/** Shows an error and a reload button when rendering fails. React requires a class for this. */
export class CrashScreen extends Component<{ children: ReactNode }, State> {
  override state: State = { hasCrashed: false }

  static getDerivedStateFromError(): State {
    return { hasCrashed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <main className="page">
        <ErrorState title={words.crashed} text={words.crashedHint} onRetry={() => location.reload()} />
      </main>
    )
  }
}
