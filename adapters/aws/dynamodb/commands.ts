import { isJsonObject, type JsonObject } from '../../../core/message/json-object.ts';
import { type PlainRow, rowOf } from './attributes.ts';
import type { DocumentClient } from './document-client.ts';
import type { DeleteInput, GetInput, PutInput, QueryInput, UpdateInput } from './inputs.ts';
import { rowsOf, wireOf } from './wire.ts';

/**
 * A call of DynamoDB with plain values. Names and members of the commands are those of the SDK's document client, so
 * that AWS's own documentation explains them.
 */
export interface DocumentCommand<Output> {
  readonly operation: string;
  /** The input in the wire format. */
  request(): JsonObject;
  /** @param answer in the wire format */
  read(answer: JsonObject): Output;
}

/** A command about one table. */
abstract class TableCommand<Input extends object> {
  readonly input: Input;

  constructor(input: Input) {
    this.input = input;
  }

  request(): JsonObject {
    return wireOf(this.input);
  }
}

interface FoundItem {
  readonly Item: PlainRow | undefined;
}

/** Reads an item. */
export class GetCommand extends TableCommand<GetInput> implements DocumentCommand<FoundItem> {
  readonly operation = 'GetItem';

  read({ Item }: JsonObject): FoundItem {
    return { Item: isJsonObject(Item) ? rowOf(Item) : undefined };
  }
}

/** An answer to a change of an item. */
export interface ChangedItem {
  /** What `ReturnValues` asked for. */
  readonly Attributes: PlainRow | undefined;
}

abstract class ChangeCommand<Input extends object> extends TableCommand<Input> {
  read({ Attributes }: JsonObject): ChangedItem {
    return { Attributes: isJsonObject(Attributes) ? rowOf(Attributes) : undefined };
  }
}

/** Writes a whole item. */
export class PutCommand extends ChangeCommand<PutInput> implements DocumentCommand<ChangedItem> {
  readonly operation = 'PutItem';
}

/** Changes some attributes of an item, or makes an item of them. */
export class UpdateCommand extends ChangeCommand<UpdateInput> implements DocumentCommand<ChangedItem> {
  readonly operation = 'UpdateItem';
}

/** Removes an item. */
export class DeleteCommand extends ChangeCommand<DeleteInput> implements DocumentCommand<ChangedItem> {
  readonly operation = 'DeleteItem';
}

interface QueryPage {
  readonly Items: PlainRow[];
  readonly Count: number;
  /** Absent on the last page. */
  readonly LastEvaluatedKey: PlainRow | undefined;
}

/** Reads a page of a table or an index. */
export class QueryCommand extends TableCommand<QueryInput> implements DocumentCommand<QueryPage> {
  readonly operation = 'Query';

  read({ Items, Count, LastEvaluatedKey: last }: JsonObject): QueryPage {
    return {
      Items: rowsOf(Items),
      Count: Number(Count),
      LastEvaluatedKey: isJsonObject(last) ? rowOf(last) : undefined,
    };
  }
}

interface Pagination {
  readonly client: DocumentClient;
  /** The most items of a page. @default as many as fit into 1 MB */
  readonly pageSize?: number;
}

/** All pages of a query. */
export async function* paginateQuery({ client, pageSize }: Pagination, input: QueryInput): AsyncGenerator<QueryPage> {
  let from = input.ExclusiveStartKey;
  do {
    const page = await client.send(
      new QueryCommand({ ...input, Limit: pageSize ?? input.Limit, ExclusiveStartKey: from }),
    );
    yield page;
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}
