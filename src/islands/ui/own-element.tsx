// Texts that come and go have an element of their own. A browser that translates a page moves texts into elements that it makes, and
// React, which then does not find a text where it was, would give up the whole part of the page.
import { Children, type ReactElement, type ReactNode } from 'react'

/** What a component shows beside other things: elements, never a bare text. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined

/** Returns children with each run of texts in an element of its own. */
export function wrapTexts(children: ReactNode): ReactNode {
  if (typeof children === 'string') return <span>{children}</span>
  const parts: ReactNode[] = []
  let words = ''
  const endRun = (): void => {
    // Spaces alone are not translated.
    if (words.trim() !== '') parts.push(<span key={`words-${parts.length}`}>{words}</span>)
    else if (words !== '') parts.push(words)
    words = ''
  }
  for (const child of Children.toArray(children)) {
    if (typeof child === 'string' || typeof child === 'number') words += child
    else {
      endRun()
      parts.push(child)
    }
  }
  endRun()
  return parts
}
