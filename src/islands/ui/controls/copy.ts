// Copies a text to the clipboard. A browser may refuse it: then the text is shown to be selected and copied by hand.
import { useState } from 'react'
import { copyText } from './clipboard.ts'

interface Copying {
  readonly isCopied: boolean
  copy(): Promise<void>
  /** Ends the message that it was copied. */
  forget(): void
}

/**
 * Returns what a button that copies a text needs.
 *
 * @param onRefused is called where the browser does not allow it
 */
export function useCopy(text: string, onRefused: () => void): Copying {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true)
    else onRefused()
  }
  return { isCopied, copy, forget: () => setCopied(false) }
}
