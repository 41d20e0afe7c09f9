// The content of a player's notification, without words; they are made in the reader's language.
import type { Localized } from '../../game/base/language.ts'
import type { NotificationKind } from '../../game/base/notification-kinds.ts'

/** A notification for a player. */
export interface PlayerNotification {
  readonly kind: NotificationKind
  /** The numbers in its text: amounts in cents, and plain numbers. */
  readonly amounts: Readonly<Record<string, number>>
  /** Its link: a path of the site. */
  readonly link: string | null
  /** The words of a notice to a group: the shop wrote them. */
  readonly own?: { readonly title: Localized; readonly content: Localized }
}
