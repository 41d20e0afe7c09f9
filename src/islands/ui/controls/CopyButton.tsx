// A button that copies a text. It is as wide as the longer of its two labels: a change of width would move what is beside it from under the
// finger that leaves it.
import type { ReactElement } from 'react'
import { Button, type ButtonLook } from './Button.tsx'
import { useCopy } from './copy.ts'
import styles from './copy-button.module.css'

interface CopyButtonProps extends Pick<ButtonLook, 'tone'> {
  /** What is copied. */
  readonly text: string
  readonly label: string
  readonly copied: string
  /** The icon before it is pressed. */
  readonly icon?: string
  readonly className?: string | undefined
  /** Is called where the browser does not allow it. */
  onRefused(): void
}

export function CopyButton({
  text,
  label,
  copied,
  icon = 'copy',
  tone,
  className,
  onRefused,
}: CopyButtonProps): ReactElement {
  const { isCopied, copy, forget } = useCopy(text, onRefused)
  return (
    <>
      <Button
        tone={tone}
        icon={isCopied ? 'check' : icon}
        className={className}
        onClick={() => void copy()}
        onBlur={forget}
      >
        <span className={styles.labels}>
          <span data-shown={!isCopied}>{label}</span>
          <span data-shown={isCopied}>{copied}</span>
        </span>
      </Button>
      <span className="unseen" role="status">
        {isCopied ? copied : ''}
      </span>
    </>
  )
}
