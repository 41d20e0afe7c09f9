// The player's seeds: the pair in force, the form that rotates it, and the revealed ones.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { CLIENT_SEED } from '../../../game/fairness/fairness.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { SeedsView } from '../../../protocol/fairness.ts'
import { $seeds, loadSeeds, rotate } from '../../../stores/fairness/fairness.ts'
import { freshSeed } from '../../../stores/kernel/fresh-seed.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from '../parts/fairness.module.css'
import { PastSeeds } from './PastSeeds.tsx'

function SeedsPanel(): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const user = useStore($user, { ssr: 'initial' })
  const state = useStore($seeds, { ssr: 'initial' })
  const authorised = user.status === 'authorised'
  useEffect(() => {
    if (authorised) void loadSeeds()
  }, [authorised])
  if (user.status === 'guest') {
    return (
      <div className={styles.panel}>
        <p className={styles.quiet}>{t('seeds.guest')}</p>
        <SignInButton />
      </div>
    )
  }
  if (state.status === 'offline') {
    return (
      <div className={styles.panel} role="status">
        <p className={styles.quiet}>{t('common:errors.offline')}</p>
        <Button icon="refresh" onClick={() => void loadSeeds()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  if (state.status !== 'ready') {
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton height={20} width="70%" />
        <Skeleton height={44} width={180} />
      </div>
    )
  }
  return (
    <div className={styles.panel}>
      <Current seeds={state.seeds} />
      <Rotate />
      <PastSeeds />
    </div>
  )
}

function Current({ seeds }: { seeds: SeedsView }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  return (
    <FactList>
      <Fact name={t('fact.commit')} code>
        {seeds.commit}
      </Fact>
      <Fact name={t('fact.clientSeed')} code>
        {seeds.clientSeed ?? t('seeds.waiting')}
      </Fact>
      <Fact name={t('seeds.nextNonce')}>{formatCount(seeds.nonce, i18n.language as Language)}</Fact>
      <Fact name={t('seeds.nextCommit')} code>
        {seeds.nextCommit}
      </Fact>
      {seeds.clientSeedSource === 'server' && <Fact name={t('weaker.name')}>{t('weaker.seeds')}</Fact>}
    </FactList>
  )
}

function Rotate(): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const [seed, setSeed] = useState(freshSeed)
  const [busy, setBusy] = useState(false)
  const valid = CLIENT_SEED.test(seed)

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!valid || busy) return
    setBusy(true)
    const outcome = await rotate(seed)
    setBusy(false)
    if (outcome.kind === 'rotated') {
      setSeed(freshSeed())
      toast('success', t('rotate.done'))
    } else toast('error', outcome.kind === 'refused' ? outcome.message : t('common:errors.offline'))
  }

  return (
    <form className={styles.ask} onSubmit={(event) => void submit(event)}>
      <Field
        label={t('rotate.label')}
        hint={t('rotate.hint')}
        error={valid ? undefined : t('fault.clientSeed')}
        value={seed}
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setSeed(event.currentTarget.value)}
      />
      <Button type="submit" icon="refresh" loading={busy} disabled={!valid}>
        {t('rotate.action')}
      </Button>
    </form>
  )
}

export const Seeds = island(SeedsPanel)
