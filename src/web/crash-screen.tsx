import { Component, type ReactNode } from 'react'

import { ErrorState } from './ui/error-state.tsx'

type State = { error: Error | null }

/** Shows that drawing failed, and the way on, where there would be an empty page. React asks for a class here. */
export class CrashScreen extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="page">
        <ErrorState
          title="Something went wrong on this page."
          text={`${error.message} Everything that was saved is safe on the server.`}
          onRetry={() => location.reload()}
        />
      </main>
    )
  }
}
