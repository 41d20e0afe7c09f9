// A link in a field, which can be selected when there is no clipboard, with the button that copies it.
import { type ReactElement, useRef } from 'react'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { selectForCopying } from '../ui/controls/clipboard.ts'

interface CopyLinkProps {
  readonly label: string
  readonly link: string
  readonly copy: string
  readonly copied: string
}

export function CopyLink({ label, link, copy, copied }: CopyLinkProps): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="share-link">
      <input ref={field} aria-label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={link} label={copy} copied={copied} onRefused={() => selectForCopying(field.current)} />
    </div>
  )
}
