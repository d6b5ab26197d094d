import { useWords } from "../words"

export function Loading() {
  const { say } = useWords()
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {say("loading")}
    </p>
  )
}

export function Failed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { say } = useWords()
  return (
    <section className="narrow" role="alert">
      <p>{say("sdkFailed")}</p>
      <button type="button" className="button" onClick={() => void onRetry()}>
        {say("retry")}
      </button>
    </section>
  )
}
