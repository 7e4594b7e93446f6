import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { Tokens } from './ask-model.ts';
import { fromStorage } from './storage-failure.ts';

/** What an integration may use of language models on a UTC day, and what that costs. */
export interface BudgetSettings {
  tokensPerDay: number;
  /** Undefined without a limit in money. */
  moneyPerDay: number | undefined;
  /** Of a million tokens, in the operator's currency. */
  prices: Tokens;
}

/** What one call takes from the day's budget: reserved before it is asked for, corrected once it is known. */
export interface Spending {
  /** False when the day's rest does not cover it. */
  reserve(most: Tokens): Promise<boolean>;
  add(used: Tokens): void;
  /** Gives back what was reserved and not used. */
  settle(): Promise<void>;
}

export type OpenSpending = (integrationId: string) => Spending;

export const unlimited: OpenSpending = () => ({
  reserve: async () => true,
  add: () => {},
  settle: async () => {},
});

const MILLION = 1_000_000;

/** Counted in Postgres, by its clock, so that replicas share one budget. A replica that dies leaves its reservation. */
export function dailyBudget(db: Db, { tokensPerDay, moneyPerDay, prices }: BudgetSettings): OpenSpending {
  const moneyOf = ({ input, output }: Tokens) => (input * prices.input + output * prices.output) / MILLION;
  return (integrationId) => {
    const reserved: Tokens = { input: 0, output: 0 };
    const used: Tokens = { input: 0, output: 0 };
    let day: string | null = null;
    return {
      async reserve(most) {
        const limits = { tokens: tokensPerDay, money: moneyPerDay ?? null };
        const reserving = reserve(db, integrationId, total(most), moneyOf(most), limits);
        const reservedOn = await fromStorage(reserving);
        if (reservedOn === null) return false;
        day = reservedOn;
        add(reserved, most);
        return true;
      },
      add: (tokens) => add(used, tokens),
      async settle() {
        if (day === null) return;
        const tokens = total(used) - total(reserved);
        await fromStorage(correct(db, integrationId, day, tokens, moneyOf(used) - moneyOf(reserved)));
      },
    };
  };
}

async function reserve(
  db: Db,
  integrationId: string,
  tokens: number,
  money: number,
  limits: { tokens: number; money: number | null },
): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    insert into model_usage as usage (integration_id, day, tokens, money)
    select ${integrationId}::uuid, (now() at time zone 'utc')::date, ${tokens}::bigint, ${money}::numeric
    where ${tokens}::bigint <= ${limits.tokens}::bigint
      and (${limits.money}::numeric is null or ${money}::numeric <= ${limits.money}::numeric)
    on conflict (integration_id, day) do update
      set tokens = usage.tokens + excluded.tokens, money = usage.money + excluded.money
      where usage.tokens + excluded.tokens <= ${limits.tokens}::bigint
        and (${limits.money}::numeric is null or usage.money + excluded.money <= ${limits.money}::numeric)
    returning day::text
  `.execute(db);
  return rows[0]?.day ?? null;
}

async function correct(
  db: Db,
  integrationId: string,
  day: string,
  tokens: number,
  money: number,
): Promise<void> {
  await sql`
    update model_usage
    set tokens = greatest(0, tokens + ${tokens}::bigint), money = greatest(0, money + ${money}::numeric)
    where integration_id = ${integrationId}::uuid and day = ${day}::date
  `.execute(db);
}

function add(sum: Tokens, { input, output }: Tokens): void {
  sum.input += input;
  sum.output += output;
}

function total({ input, output }: Tokens): number {
  return input + output;
}
