// The progress of a withdrawal as a row of steps: done, current and open ones.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { STEPS } from './progress.ts'
import styles from './steps.module.css'

/** Draws the steps, of which the first `behind` are done. */
export function Steps({ behind }: { behind: number }): ReactElement {
  const { t } = useTranslation('withdrawal')
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {STEPS.map((step, place) => {
        const is = place < behind ? 'done' : place === behind ? 'now' : 'next'
        return (
          <li key={step} className={styles.step} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden="true">
              {is === 'done' ? <Icon name="check" size={12} /> : null}
            </span>
            <span className={styles.word}>{t(`steps.${step}`)}</span>
            {is === 'done' ? <span className="unseen">, {t('steps.behind')}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
