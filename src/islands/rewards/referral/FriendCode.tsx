// The field for a friend's code, which can be entered once and before the first deposit. A guest's code is kept until the sign-in.
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIRST_DEPOSIT_PERCENT } from '../../../game/base/economy.ts'
import type { OwnReferral } from '../../../protocol/referral.ts'
import { enterCode, type Referral, readTypedCode, storeTypedCode } from '../../../stores/rewards/referral.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './friend-code.module.css'

const percent = FIRST_DEPOSIT_PERCENT

export function FriendCode({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation('referral')
  const own = referral.status === 'ready' ? referral.own : null
  return (
    <div className={styles.friend}>
      {own === null || own.mayEnter ? (
        <>
          <p className={styles.words}>{t(own?.offered ? 'friend.offered' : 'friend.text', { percent })}</p>
          <CodeForm isReady={referral.status === 'ready'} offered={own?.offered ?? ''} />
        </>
      ) : (
        <EnteredCode own={own} />
      )}
    </div>
  )
}

function EnteredCode({ own: { entered } }: { own: OwnReferral }): ReactElement {
  const { t } = useTranslation('referral')
  const name = entered?.username
  const words = entered === null ? t('friend.late') : name ? t('friend.by', { name }) : t('friend.byHidden')
  return (
    <p className={styles.closed} data-tone={entered === null ? undefined : 'good'}>
      <Icon name={entered === null ? 'info' : 'check'} size={20} />
      <span>{words}</span>
    </p>
  )
}

interface CodeFormProps {
  readonly isReady: boolean
  /** The code of the referral link that the player followed; empty for none. */
  readonly offered: string
}

function CodeForm({ isReady, offered }: CodeFormProps): ReactElement {
  const { t } = useTranslation(['referral', 'common'])
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [asking, setAsking] = useState(false)
  useEffect(() => setCode((typed) => typed || readTypedCode() || offered), [offered])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    storeTypedCode(code)
    setAsking(true)
    const outcome = await enterCode(code)
    setAsking(false)
    if (outcome.kind !== 'signed-out') storeTypedCode('')
    if (outcome.kind === 'refused') setError(outcome.message)
    if (outcome.kind === 'failed') setError(t('common:errors.offline'))
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field
        label={t('friend.label')}
        hint={t('friend.hint')}
        error={error}
        value={code}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" loading={asking} disabled={!isReady || code.trim() === ''}>
        {t(offered !== '' && code === offered ? 'friend.accept' : 'friend.enter')}
      </Button>
    </form>
  )
}
