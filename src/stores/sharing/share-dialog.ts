// What the dialog for sharing is open for (islands/sharing/ShareDialog.tsx).
import { atom } from 'nanostores'

/** What is shared: a roll of the player, which is published for it, or a page that everyone with its link may see. */
export type Shared =
  | { readonly rollId: string }
  | { readonly page: string; readonly title: string; readonly text: string }

/** Null while the dialog is closed. */
export const $shared = atom<Shared | null>(null)

/** Opens the dialog for a roll of the player. */
export function openShare(rollId: string): void {
  $shared.set({ rollId })
}

/**
 * Opens the dialog for a page with pictures, `{path}/{language}-{shape}.jpg`.
 *
 * @param page its path
 */
export function openShareOfPage(page: string, words: { readonly title: string; readonly text: string }): void {
  $shared.set({ page, ...words })
}

/** Closes the dialog. */
export function closeShare(): void {
  $shared.set(null)
}
