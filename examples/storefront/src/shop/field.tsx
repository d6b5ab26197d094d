import { useId, type InputHTMLAttributes, type Ref } from "react"

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
  /** What is wrong with what was entered. */
  wrong?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled input that says what is wrong with it, also to who does not see it. */
export function Field({ label, hint, wrong, inputRef, className, ...input }: FieldProps) {
  const id = useId()
  const told = wrong ?? hint
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={inputRef}
        aria-invalid={wrong !== undefined}
        aria-describedby={told === undefined ? undefined : `${id}-told`}
      />
      {told !== undefined && (
        <p id={`${id}-told`} className={wrong === undefined ? "hint" : "wrong"}>
          {told}
        </p>
      )}
    </div>
  )
}
