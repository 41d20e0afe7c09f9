// A text with marked words, as elements. (react-i18next's Trans does the same for 4.5 KB on every page.)
import { createElement, Fragment, type ReactElement } from 'react'

export interface MarkedProps {
  /** A text of the locales with `<name>words</name>` in it; names without an element stay as written. */
  text: string
  /** Renders the words between the tags of a name. */
  marks: Readonly<Record<string, (words: string) => ReactElement>>
}

export function Marked({ text, marks }: MarkedProps): ReactElement {
  const parts = text.split(/(<\w+>[^<]*<\/\w+>)/).map((part) => {
    const [, name = '', words = ''] = /^<(\w+)>([^<]*)</.exec(part) ?? []
    return marks[name]?.(words) ?? (part === '' ? null : createElement('span', null, part))
  })
  return createElement(Fragment, null, ...parts)
}
