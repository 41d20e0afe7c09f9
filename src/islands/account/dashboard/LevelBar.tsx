// The player's level and the progress to the next one.
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { levelProgress } from '../../../game/base/level-progress.ts'
import { formatCount } from '../../../i18n/format.ts'
import styles from './level-bar.module.css'

/** Draws the progress of `exp` points. */
export function LevelBar({ exp }: { exp: number }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const { level, gained, needed, fraction } = levelProgress(exp)
  const count = (points: number): string => formatCount(points, i18n.language as Language)
  const words = t('level.progress', { gained: count(gained), needed: count(needed), next: level + 1 })
  return (
    <div className={styles.level}>
      <p>
        <strong>{t('level.now', { level })}</strong>
        <span>{words}</span>
      </p>
      <div
        role="progressbar"
        className={styles.bar}
        aria-label={t('level.now', { level })}
        aria-valuemin={0}
        aria-valuemax={needed}
        aria-valuenow={gained}
        aria-valuetext={words}
      >
        <span style={{ '--fraction': fraction } as CSSProperties} />
      </div>
      <p className={styles.how}>{t('level.how')}</p>
    </div>
  )
}
