// The clipboard, where there is one: a page outside of secure contexts has none, and a browser may refuse it.

/** Copies a text; returns false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Selects what a field holds, to be copied by hand. Some browsers select without the focus, where no key copies. */
export function selectForCopying(field: Pick<HTMLInputElement, 'focus' | 'select'> | null): void {
  field?.focus()
  field?.select()
}
