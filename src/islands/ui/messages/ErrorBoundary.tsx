// Keeps a fault of one part from removing the rest of the page. React logs the fault.
import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Renders what takes the place of the part; without it the part is left out. `retry` renders the part again. */
  readonly fallback?: (fault: unknown, retry: () => void) => ReactNode
}

interface ErrorBoundaryState {
  readonly failure: { readonly fault: unknown } | null
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(fault: unknown): ErrorBoundaryState {
    return { failure: { fault } }
  }

  readonly retry = (): void => this.setState({ failure: null })

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return this.props.fallback?.(failure.fault, this.retry) ?? null
  }
}
