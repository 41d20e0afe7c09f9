// Puts announcements away that a reader has closed, in all tabs; the document shows those that it has (components/Announcement.astro).
import { $dismissed, dismiss } from '../../stores/kernel/preferences.ts'

/** Follows the buttons of a page's announcements. */
export function watchAnnouncements(page: Document): void {
  const parts = [...page.querySelectorAll<HTMLElement>('[data-announcement]')]
  if (parts.length === 0) return
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-dismiss]') : null
    if (button?.dataset.dismiss !== undefined) dismiss(button.dataset.dismiss)
  })
  $dismissed.subscribe((ids) => {
    for (const part of parts) part.hidden = ids.includes(part.dataset.announcement ?? '')
  })
}
