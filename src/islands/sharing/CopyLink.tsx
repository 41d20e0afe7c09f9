// A link in a field, which can be selected when there is no clipboard, with the button that copies it.
import { type ReactElement, useRef, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'

interface CopyLinkProps {
  readonly label: string
  readonly link: string
  readonly copy: string
  readonly copied: string
}

export function CopyLink({ label, link, copy, copied }: CopyLinkProps): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const take = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      field.current?.select()
    }
  }
  return (
    <div className="share-link">
      <input ref={field} aria-label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void take()} onBlur={() => setCopied(false)}>
        {isCopied ? copied : copy}
      </Button>
      <span className="unseen" role="status">
        {isCopied ? copied : ''}
      </span>
    </div>
  )
}
