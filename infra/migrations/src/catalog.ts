import type { MigrationRule } from '@redline/service-kit/db';
import type pg from 'pg';

/** A rule that a migration breaks, and what it breaks it on. */
export interface Breach {
  readonly rule: MigrationRule;
  readonly on: string;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isFilled: boolean;
}

export interface Table {
  readonly oid: number;
  readonly name: string;
  /** The table that this one is a partition of. */
  readonly parent: number | null;
  /** The file that holds the rows; another one after they were all written anew. */
  readonly file: number;
  readonly columns: readonly Column[];
  readonly constraints: readonly string[];
  /** Keys that `on conflict (…)` can name: `(a, b) where c`. */
  readonly keys: readonly string[];
}

/** The tables of a database, by their oid, which a new name does not change. */
export type Catalog = ReadonlyMap<number, Table>;

/** Reads the tables of the first schema, without the list of migrations that have run. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows } = await client.query<Table>(`
    select c.oid::int, c.relname as name, c.relfilenode::int as file,
      (select inhparent::int from pg_inherits where inhrelid = c.oid and c.relispartition) as parent,
      coalesce((select json_agg(json_build_object(
          'name', attname, 'type', format_type(atttypid, atttypmod), 'isRequired', attnotnull,
          'isFilled', atthasdef or attidentity <> '' or attgenerated <> ''))
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped), '[]') as columns,
      array(select conname::text from pg_constraint
        where conrelid = c.oid and contype in ('c', 'f', 'p', 'u', 'x')) as constraints,
      array(select '(' || (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n)
            from generate_series(1, i.indnkeyatts) n) || ')'
          || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid, true), '')
        from pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate) as keys
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm') and c.relname <> 'migrations'`);
  return new Map(rows.map((table) => [table.oid, table]));
}

/** Finds what the statements of the last release may name, write or read as it was, and no longer can. */
export function breachesBetween(before: Catalog, after: Catalog): readonly Breach[] {
  return [...before.values()].flatMap((old) => {
    const now = successorOf(old, after);
    return now ? breachesOf(old, now) : [{ rule: 'removed-table', on: old.name }];
  });
}

/**
 * Returns the table that statements find under the name of an older one: itself, or the one that it has become the first
 * partition of, whose rows are in its file.
 */
function successorOf(old: Table, after: Catalog): Table | undefined {
  const now = after.get(old.oid);
  if (now === undefined || now.name === old.name) return now;
  const parent = now.parent === null ? undefined : after.get(now.parent);
  return parent?.name === old.name ? { ...parent, file: now.file } : undefined;
}

function breachesOf(old: Table, now: Table): readonly Breach[] {
  const { name } = old;
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]));
  const columns = new Map(now.columns.map((column) => [column.name, column]));
  const gone = (all: readonly string[], left: readonly string[]) => all.filter((it) => !left.includes(it));
  const isUnfilled = (column: Column | undefined) => column?.isRequired === true && !column.isFilled;
  const removed = gone([...oldColumns.keys()], [...columns.keys()]);
  const retyped = [...columns.values()].filter(
    (column) => (oldColumns.get(column.name) ?? column).type !== column.type,
  );
  // One that becomes required and was not before is proven by a check, or `blocking-scan` refuses it.
  const unfilled = [...columns.values()].filter((column) => {
    const before = oldColumns.get(column.name);
    return isUnfilled(column) && (before === undefined || (before.isRequired && before.isFilled));
  });
  return [
    ...(old.file === now.file ? [] : [{ rule: 'table-rewrite', on: name } as const]),
    ...removed.map((column) => ({ rule: 'removed-column', on: `${name}.${column}` }) as const),
    ...retyped.map((column) => ({ rule: 'changed-type', on: `${name}.${column.name}` }) as const),
    ...unfilled.map((column) => ({ rule: 'unfilled-column', on: `${name}.${column.name}` }) as const),
    ...gone(old.constraints, now.constraints).map(
      (constraint) => ({ rule: 'removed-constraint', on: `${name}.${constraint}` }) as const,
    ),
    ...gone(old.keys, now.keys).map((key) => ({ rule: 'removed-key', on: `${name} ${key}` }) as const),
  ];
}
