// Damage to commissions and referrers, and the rule that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'

const PLAYER = first('players')
const PAID_ORDER = first('orders', "state = 'paid'")
const SHARED_ORDER = first('orders', "state = 'paid' and commission > 0")

export const REFERRAL_DAMAGE: readonly Damage[] = [
  [
    'a commission above the payment',
    `update orders set commission = commission + 1 where id = ${SHARED_ORDER}`,
    /a commission was paid/,
  ],
  [
    'a commission without a referrer',
    `insert into transfers select ${UUID}, 'referral', 8, ${PLAYER}, 15, ${PAID_ORDER}::text, now();
     update orders set commission = 15 where id = ${PAID_ORDER};
     update accounts set balance = balance + 15 where id = ${PLAYER}`,
    /a commission was paid/,
  ],
  [
    'a commission of zero',
    `insert into transfers select ${UUID}, 'referral', 8, ${PLAYER}, 15, 'nothing', now();
     update accounts set balance = balance + 15 where id = ${PLAYER}`,
    /a commission was paid/,
  ],
  [
    'a commission paid to another player',
    `update accounts set balance = balance + 60 where id = ${PLAYER};
     update accounts set balance = balance - 60 where id = (select referrer_id from orders where id = ${SHARED_ORDER});
     update transfers set credit_id = ${PLAYER} where kind = 'referral' and reference = ${SHARED_ORDER}::text`,
    /a commission was paid/,
  ],
  [
    'a commission from another account',
    `update transfers set debit_id = 1 where kind = 'referral' and reference = ${SHARED_ORDER}::text`,
    /a commission was paid/,
  ],
  [
    'a commission to a player who is not the referrer',
    `update players set referrer_id = ${PLAYER} where referrer_id is not null`,
    /a commission was paid/,
  ],
  [
    'a reversal above its commission',
    `update transfers set amount = amount + 1 where kind = 'referral-back';
     update accounts set balance = balance - 1 where id = (select debit_id from transfers where kind = 'referral-back')`,
    /a reversed commission/,
  ],
  [
    'a reversed commission without a refund',
    `insert into transfers select ${UUID}, 'referral-back', referrer_id, 8, 1, id::text, now() from orders
       where id = ${SHARED_ORDER};
     update accounts set balance = balance - 1 where id = (select referrer_id from orders where id = ${SHARED_ORDER})`,
    /a reversed commission/,
  ],
  [
    'a share of margin above its transfer',
    `update referral_shares set amount = amount + 1`,
    /a share of margin was paid once/,
  ],
  ['a share of margin that was never paid', `delete from referral_shares`, /a share of margin was paid once/],
  [
    'a share of margin paid to another player',
    `update accounts set balance = balance - amount from referral_shares where id = referrer_id and sequence = 1;
     update accounts set balance = balance + amount from referral_shares where id = ${PLAYER} and sequence = 1;
     update transfers set credit_id = ${PLAYER} where kind = 'referral' and reference like '%.1'`,
    /a share of margin was paid once/,
  ],
  [
    'a share of margin from another account',
    `update transfers set debit_id = 1 where kind = 'referral' and reference like '%.%'`,
    /a share of margin was paid once/,
  ],
  [
    'a share at a higher percentage',
    `update referral_shares set percent = percent + 1`,
    /the shares of a player’s margin are its percentage/,
  ],
  [
    'a share above the highest percentage',
    `update referral_shares set percent = percent * 3, margin = margin / 3`,
    /the shares of a player’s margin are its percentage/,
  ],
  [
    'a share of more margin than was made',
    `update referral_shares set amount = amount + 1000000, margin = margin + 100000000000000 / percent;
     update transfers set amount = amount + 1000000 where kind = 'referral' and reference like '%.%';
     update accounts set balance = balance + 1000000 from referral_shares where id = referrer_id`,
    /the shares of a player’s margin are its percentage/,
  ],
  [
    'a share with a number that was left out',
    `update transfers set reference = reference || '0' where kind = 'referral' and reference like '%.1';
     update referral_shares set sequence = 10`,
    /the shares of a player’s margin are its percentage/,
  ],
  [
    'a share that counts from where nothing was paid',
    `update referral_shares set from_margin = margin, from_paid = amount`,
    /a percentage counts from the beginning/,
  ],
  [
    'a share by the agreement of another partner',
    `insert into partner_shares (id, player_id, percent, reason, author, at)
       values ('00000000-0000-7000-8000-000000000001', ${PLAYER}, 20, 'a test', 'a test', now());
     update referral_shares set own_share_id = '00000000-0000-7000-8000-000000000001'`,
    /a share by agreement was paid to its partner/,
  ],
  [
    'two players who referred each other',
    `update players set referrer_id = (select id from players where referrer_id is not null limit 1)
     where id = (select referrer_id from players where referrer_id is not null limit 1)`,
    /no player is among their own referrers/,
  ],
  [
    'a player who is their own referrer',
    `update players set referrer_id = id where id = ${PLAYER}`,
    /no player is among their own referrers/,
  ],
  [
    'a player with an unknown referrer',
    `update players set referrer_id = 99999999 where id = ${PLAYER}`,
    /no player is among their own referrers/,
  ],
  [
    'a bot as a referrer',
    `update players set house = true where id = (select referrer_id from players where referrer_id is not null limit 1)`,
    /no player is among their own referrers/,
  ],
]
