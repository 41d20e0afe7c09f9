// The player's referral link, to be copied or shared, and its code, which players can choose once.
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '../../../game/rewards/referral.ts'
import type { OwnReferral } from '../../../protocol/referral.ts'
import { chooseCode, type Referral, retryReferral } from '../../../stores/rewards/referral.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { selectForCopying } from '../../ui/controls/clipboard.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './own-code.module.css'

export function OwnCode({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  if (referral.status === 'loading') return <OwnCodeSkeleton />
  if (referral.status === 'failed') {
    return (
      <div className={styles.box} role="status">
        <p className={styles.words}>{t('common:errors.offline')}</p>
        <Button icon="refresh" className={styles.action} onClick={retryReferral}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  if (referral.own === null) {
    return (
      <div className={styles.box}>
        <p className={styles.words}>{t('own.guest')}</p>
        <SignInButton tone="signal" size="l" className={styles.action} />
      </div>
    )
  }
  return <ReferralCode own={referral.own} />
}

function OwnCodeSkeleton(): ReactElement {
  return (
    <div className={styles.box} aria-busy="true">
      <Skeleton width="90%" height={18} />
      <Skeleton width="100%" height={48} />
      <Skeleton width={180} height={44} />
    </div>
  )
}

function ReferralCode({ own }: { own: OwnReferral }): ReactElement {
  const { t } = useTranslation('referral')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={styles.box}>
      <p className={styles.words}>{t('own.text')}</p>
      <ReferralLink link={own.link} />
      {isChoosing && !own.chosen ? (
        <CodeForm onDone={() => setChoosing(false)} />
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

/** Shows the link in a field, which can be selected when there is no clipboard. */
function ReferralLink({ link }: { link: string }): ReactElement {
  const { t } = useTranslation('referral')
  const field = useRef<HTMLInputElement>(null)
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text: t('own.invitation'), url: link })
    } catch (fault) {
      // An AbortError means that the player closed the share sheet.
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
      <CopyButton
        text={link}
        tone="signal"
        className={styles.copy}
        label={t('own.copy')}
        copied={t('own.copied')}
        // Without the clipboard the link is selected, ready to be copied by keyboard.
        onRefused={() => selectForCopying(field.current)}
      />
      {canShare && (
        <Button icon="external" onClick={() => void share()}>
          {t('own.share')}
        </Button>
      )}
    </div>
  )
}

function CodeForm({ onDone }: { onDone: () => void }): ReactElement {
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
