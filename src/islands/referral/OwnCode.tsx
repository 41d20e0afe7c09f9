// The own link, to be copied and handed on; and the code in it, which can be chosen once.
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnReferral } from '../../contract/referral.ts'
import { CODE_LENGTH } from '../../game/referral.ts'
import { chooseCode, type Referral, retryReferral } from '../../stores/referral.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { SignInButton } from '../ui/SignInButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './own-code.module.css'

export function OwnCode({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  if (referral.status === 'loading') return <Unknown />
  if (referral.status === 'failed') {
    return (
      <div className={styles.box} role="status">
        <p className={styles.words}>{t('common:errors.offline')}</p>
        <Button icon="refresh" className={styles.way} onClick={retryReferral}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  if (referral.own === null) {
    return (
      <div className={styles.box}>
        <p className={styles.words}>{t('own.guest')}</p>
        <SignInButton tone="signal" size="l" className={styles.way} />
      </div>
    )
  }
  return <Own own={referral.own} />
}

function Unknown(): ReactElement {
  return (
    <div className={styles.box} aria-busy="true">
      <Skeleton width="90%" height={18} />
      <Skeleton width="100%" height={48} />
      <Skeleton width={180} height={44} />
    </div>
  )
}

function Own({ own }: { own: OwnReferral }): ReactElement {
  const { t } = useTranslation('referral')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={styles.box}>
      <p className={styles.words}>{t('own.text')}</p>
      <Link link={own.link} />
      {isChoosing && !own.chosen ? (
        <Choose onDone={() => setChoosing(false)} />
      ) : (
        <div className={styles.code}>
          <p>
            {t('own.code')} <strong data-own-code="">{own.code}</strong>
          </p>
          {own.chosen ? null : (
            <Button tone="ghost" onClick={() => setChoosing(true)}>
              {t('own.choose')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The link in a field that can be selected where there is no clipboard. */
function Link({ link }: { link: string }): ReactElement {
  const { t } = useTranslation('referral')
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      // Without the clipboard the link is selected: one key is left to press.
      field.current?.select()
    }
  }
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text: t('own.invitation'), url: link })
    } catch (fault) {
      // Whoever closes the sheet has changed his mind.
      if (!(fault instanceof DOMException && fault.name === 'AbortError'))
        console.warn('The link was not shared', fault)
    }
  }
  return (
    <div className={styles.link}>
      <input
        ref={field}
        className={styles.address}
        aria-label={t('own.label')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        tone="signal"
        icon={isCopied ? 'check' : 'copy'}
        className={styles.copy}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        {t(isCopied ? 'own.copied' : 'own.copy')}
      </Button>
      {canShare && (
        <Button icon="external" onClick={() => void share()}>
          {t('own.share')}
        </Button>
      )}
      <span className="unseen" role="status">
        {isCopied ? t('own.copied') : ''}
      </span>
    </div>
  )
}

function Choose({ onDone }: { onDone: () => void }): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [asking, setAsking] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAsking(true)
    const outcome = await chooseCode(code)
    setAsking(false)
    if (outcome.kind === 'taken') onDone()
    if (outcome.kind === 'refused') setError(outcome.message)
    if (outcome.kind === 'failed') setError(t('common:errors.offline'))
  }
  return (
    <form className={styles.choose} onSubmit={(event) => void submit(event)}>
      <Field
        ref={field}
        label={t('own.new')}
        hint={t('own.hint')}
        error={error}
        value={code}
        maxLength={CODE_LENGTH.most}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => {
          setCode(event.currentTarget.value.toUpperCase())
          setError(undefined)
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={asking} disabled={code.trim() === ''}>
          {t('own.save')}
        </Button>
        <Button tone="ghost" onClick={onDone}>
          {t('own.cancel')}
        </Button>
      </div>
    </form>
  )
}
