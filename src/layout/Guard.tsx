import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  /** Another place resets the error. */
  place?: string;
  /** Rendered instead of children that failed; `retry` renders them again. */
  instead(error: unknown, retry: () => void): ReactNode;
  /** Runs once it has failed. */
  onFailure?(): void;
  children: ReactNode;
}

/** Keeps what failed to load or render from breaking what surrounds it. */
export class Guard extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined as unknown, hasFailed: false };
  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }
  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
    this.props.onFailure?.();
  }
  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.place !== this.props.place) this.retry();
  }
  retry = () => this.setState({ error: undefined, hasFailed: false });
  override render() {
    return this.state.hasFailed ? this.props.instead(this.state.error, this.retry) : this.props.children;
  }
}
