// The badges of a player: what they did to check, to understand and to protect themselves.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Badge } from '../../../game/base/badges.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './badges.module.css'

const ICON_OF: Readonly<Record<Badge, string>> = {
  proof: 'shield',
  seed: 'dice',
  contracts: 'contracts',
  limit: 'lock',
  reminder: 'clock',
}

/** Renders badges as a row of icons, whose height is there without any too, so that nothing moves when they arrive. */
export function BadgeIcons({ badges }: { badges: readonly Badge[] }): ReactElement {
  const { t } = useTranslation('profile')
  const nameOf = (badge: Badge): string => `${t(`badges.${badge}.name`)}: ${t(`badges.${badge}.text`)}`
  return (
    <div className={styles.icons}>
      {badges.length > 0 && (
        <ul aria-label={t('badges.title')}>
          {badges.map((badge) => (
            <li key={badge} title={nameOf(badge)}>
              <Icon name={ICON_OF[badge]} size={18} />
              <span className="unseen">{nameOf(badge)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Renders badges with their words; nothing for a player without any. */
export function Badges({ badges }: { badges: readonly Badge[] }): ReactElement | null {
  const { t } = useTranslation('profile')
  if (badges.length === 0) return null
  return (
    <ul className={styles.badges} aria-label={t('badges.title')}>
      {badges.map((badge) => (
        <li key={badge}>
          <Icon name={ICON_OF[badge]} size={20} />
          <span>
            {t(`badges.${badge}.name`)}
            <small>{t(`badges.${badge}.text`)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
