// Buttons that copy the code of the page. They need no React: the page around them is done before it comes.

async function copy(button: HTMLElement, text: string): Promise<void> {
  const words = button.querySelector('span')
  const before = words?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
  } catch (fault) {
    // Without the clipboard the code is selected: one key is left to press.
    console.warn('The clipboard is closed', fault)
    getSelection()?.selectAllChildren(document.getElementById(button.dataset.copy ?? '') ?? button)
    return
  }
  if (words === null || before === button.dataset.copied) return
  words.textContent = button.dataset.copied ?? before
  const restore = (): void => {
    words.textContent = before
  }
  button.addEventListener('blur', restore, { once: true })
}

/** Makes every `[data-copy]` button copy the text of the element with that id. */
export function watchCopying(document: Document): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    if (button === null) return
    void copy(button, document.getElementById(button.dataset.copy ?? '')?.textContent ?? '')
  })
}
