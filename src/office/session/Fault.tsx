// What went wrong with a call.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/Icon.tsx'
import styles from '../parts/messages.module.css'
import { faultText } from './fault-text.ts'

/** Shows an error of a call, if there is one. */
export function Fault({ error }: { error: unknown }): ReactElement {
  const { t } = useTranslation(['office', 'officeFaults'])
  const text = error === null || error === undefined ? null : faultText(error, t)
  return (
    <div role="alert" className={styles.place}>
      {text === null ? null : (
        <div className={styles.fault}>
          <Icon name="alert" />
          <span>{text}</span>
        </div>
      )}
    </div>
  )
}
