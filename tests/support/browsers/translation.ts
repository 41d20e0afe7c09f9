// Translates pages as browsers do: texts are moved into elements of the browser's, also those that appear later.
import type { BrowserContext, Page } from 'playwright'

declare global {
  interface Window {
    /** Texts that were wrapped so far. */
    wrappedTexts: number
  }
}

/** Runs in the page. Google's translation replaces each text by these two elements, and does so again after changes. */
function translateAfterLoad(): void {
  const SKIPPED = 'script, style, noscript, textarea, option, title, svg, template, [translate="no"], font'
  const style = 'vertical-align: inherit;'
  window.wrappedTexts = 0

  const wrap = (text: Text): void => {
    const parent = text.parentElement
    if (parent === null || text.data.trim() === '' || parent.closest(SKIPPED) !== null) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.setAttribute('style', style)
    inner.setAttribute('style', style)
    text.replaceWith(outer)
    outer.append(inner)
    inner.append(text)
    window.wrappedTexts += 1
  }
  const wrapAll = (): void => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(wrap)
  }
  const begin = (): void => {
    document.documentElement.classList.add('translated-ltr')
    wrapAll()
    new MutationObserver(wrapAll).observe(document.body, { childList: true, subtree: true, characterData: true })
  }
  Object.assign(window, { translatePage: begin })
}

/** Lets the pages of a context be translated, as `translate` does. */
export async function prepareTranslation(context: BrowserContext): Promise<void> {
  await context.addInitScript(translateAfterLoad)
}

/** Translates the open page from now on; it has to be hydrated. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { translatePage(): void }).translatePage())
}
