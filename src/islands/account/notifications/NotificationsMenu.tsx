// The bell and its dropdown; closing it marks its notifications as read.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ToggleEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../i18n/format.ts'
import type { Notification } from '../../../protocol/notification.ts'
import {
  $notifications,
  $notificationsFailed,
  $unread,
  loadNotifications,
  readNotifications,
} from '../../../stores/account/notifications.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import menu from '../../ui/controls/menu.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './notifications-menu.module.css'

/** Returns a link of the site or of the web; undefined for anything else (javascript:, data:). */
function safeLink(link: string | undefined): string | undefined {
  return link !== undefined && /^(https?:\/\/|\/(?![/\\]))/i.test(link) ? link : undefined
}

function Entry({ notification }: { notification: Notification }): ReactElement {
  const { t } = useTranslation('shell')
  const link = safeLink(notification.link)
  return (
    <li className={styles.entry} data-unread={notification.read ? undefined : ''}>
      <div className={styles.head}>
        <h3 className={styles.title}>{notification.title}</h3>
        <time className={styles.date} dateTime={new Date(notification.created_at).toISOString()}>
          {formatDate(notification.created_at)}
        </time>
      </div>
      <p className={styles.text}>{notification.content}</p>
      {link === undefined ? null : (
        <a className={styles.link} href={link}>
          {t('notifications.promo')}
          <Icon name="chevron-right" size={14} />
        </a>
      )}
    </li>
  )
}

/** Has the place of the list until it is loaded. */
function UnknownList(): ReactElement {
  const { t } = useTranslation(['shell', 'common'])
  const isFailed = useStore($notificationsFailed, { ssr: 'initial' })
  return (
    <div className={styles.empty} aria-busy={!isFailed}>
      <p role="status">{isFailed ? t('notifications.failed') : t('notifications.loading')}</p>
      {isFailed ? (
        <Button icon="refresh" onClick={() => void loadNotifications()}>
          {t('common:actions.retry')}
        </Button>
      ) : null}
    </div>
  )
}

export function NotificationsMenu(): ReactElement {
  const { t } = useTranslation('shell')
  const list = useStore($notifications, { ssr: 'initial' })
  const unread = useStore($unread, { ssr: () => 0 })
  const id = useId()
  const readOnClose = (event: ToggleEvent<HTMLDivElement>): void => {
    if (event.newState === 'closed') void readNotifications()
  }
  const label = unread === 0 ? t('notifications.title') : t('notifications.unread', { count: unread })
  return (
    <>
      <button type="button" className={menu.opener} popoverTarget={id} aria-label={label}>
        <Icon name="bell" />
        {unread === 0 ? null : <span className={styles.unreadDot} aria-hidden="true" />}
      </button>
      <div id={id} popover="auto" className={classes(menu.menu, styles.menu)} onToggle={readOnClose}>
        <h2 className={styles.heading}>{t('notifications.title')}</h2>
        {list === null ? (
          <UnknownList />
        ) : list.length === 0 ? (
          <p className={styles.empty}>{t('notifications.empty')}</p>
        ) : (
          <ul>
            {list.map((notification) => (
              <Entry key={notification.id} notification={notification} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
