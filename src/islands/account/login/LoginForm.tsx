// The sign-in form: players confirm the terms and their age before they are sent to Steam.
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginReturnPath } from '../../../stores/kernel/modals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Marked } from '../../ui/messages/Marked.tsx'
import styles from './login-dialog.module.css'
import { currentPath, safeReturnPath, signInAddress } from './return-path.ts'

/** Links of the documents; they open in a new tab, so that the form is not lost. */
function documentAt(href: string): (words: string) => ReactElement {
  return (words) => (
    <a href={href} target="_blank" rel="noopener">
      {words}
    </a>
  )
}

const DOCUMENTS = {
  terms: documentAt('/terms-of-use'),
  privacy: documentAt('/privacy'),
  cardholder: documentAt('/terms-of-use#cardholder'),
}

export function LoginForm(): ReactElement {
  const { t } = useTranslation('login')
  const [agreed, setAgreed] = useState(false)
  const [adult, setAdult] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const ready = agreed && adult

  // A player who returns from Steam by the browser's back button can send the form again.
  useEffect(() => {
    const comeBack = (): void => setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!ready) return
    setLeaving(true)
    const wanted = loginReturnPath()
    location.assign(signInAddress(wanted === '' ? currentPath(location) : safeReturnPath(wanted)))
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>{t('title')}</h2>
      <p className={styles.description}>{t('description')}</p>
      <div className={styles.boxes}>
        <Checkbox checked={agreed} onChange={setAgreed} required>
          <Marked text={t('agree')} marks={DOCUMENTS} />
        </Checkbox>
        <Checkbox checked={adult} onChange={setAdult} required>
          {t('adult')}
        </Checkbox>
      </div>
      <Button type="submit" tone={ready ? 'signal' : 'quiet'} size="l" icon="steam" disabled={!ready} loading={leaving}>
        {t('submit')}
      </Button>
    </form>
  )
}
