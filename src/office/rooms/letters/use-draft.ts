// What a member has typed and not sent, for as long as the tab is open.
import { useState } from 'react'

const PREFIX = 'office-letter:'

function read(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? ''
  } catch {
    return ''
  }
}

function store(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, text)
  } catch {
    // Storage is full or forbidden.
  }
}

/** Holds a text under a name, and keeps it in the tab. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(name))
  return [
    text,
    (next) => {
      setText(next)
      store(name, next)
    },
  ]
}
