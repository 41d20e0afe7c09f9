// Buttons that copy code on a page. They work without React, before it is loaded.
import { copyText } from '../ui/controls/clipboard.ts'

async function copy(button: HTMLElement, text: string): Promise<void> {
  const words = button.querySelector('span')
  const before = words?.textContent ?? ''
  if (!(await copyText(text))) {
    // Without the clipboard the code is selected, ready to be copied by keyboard.
    getSelection()?.selectAllChildren(document.getElementById(button.dataset.copy ?? '') ?? button)
    return
  }
  if (words === null || before === button.dataset.copied) return
  words.textContent = button.dataset.copied ?? before
  const restore = (): void => {
    // A narrower button would move what is beside it from under the finger that leaves it.
    button.style.minWidth = `${button.offsetWidth}px`
    words.textContent = before
  }
  button.addEventListener('blur', restore, { once: true })
}

/** Makes each `[data-copy]` button copy the text of the element with that id. */
export function watchCopying(document: Document): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    if (button === null) return
    void copy(button, document.getElementById(button.dataset.copy ?? '')?.textContent ?? '')
  })
}
