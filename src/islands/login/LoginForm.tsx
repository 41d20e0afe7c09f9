// What a player confirms before Steam takes over: the terms and the age.
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Marked } from '../ui/Marked.tsx'
import styles from './login-dialog.module.css'
import { placeToReturn, signInAddress } from './way-back.ts'

/** They open beside: reading the terms must not lose the form. */
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

  // Back from Steam by the browser's own button: the form can be sent again.
  useEffect(() => {
    const comeBack = (): void => setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!ready) return
    setLeaving(true)
    location.assign(signInAddress(placeToReturn(location)))
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
      <Button type="submit" tone="signal" size="l" icon="steam" disabled={!ready} loading={leaving}>
        {t('submit')}
      </Button>
    </form>
  )
}
