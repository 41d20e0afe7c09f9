// What every page runs (components/PageScript.astro).
import { loadShell } from './boot.ts'
import { startEarly } from './early.ts'
import { watchLoading } from './loading-watch.ts'

/** Starts the shell of a page, and shows in its status row what does not load. */
export function startPage(root: Document): void {
  const row = root.getElementById('page-status')
  watchLoading(root, (status) => {
    const words = row?.querySelector('p')
    if (!row || !words) return
    const height = row.offsetHeight
    row.dataset.state = status
    row.hidden = status === 'fine'
    words.textContent = words.dataset[status] ?? ''
    // WebKit does not keep the place of a scrolled page by itself.
    if (scrollY > 0 && !CSS.supports('overflow-anchor', 'auto')) scrollBy(0, row.offsetHeight - height)
  })
  startEarly(root)
  loadShell()
}
