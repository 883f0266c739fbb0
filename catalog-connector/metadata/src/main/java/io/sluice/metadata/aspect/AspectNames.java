/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import java.util.Set;

/** The aspects Sluice reads; DataHub's names. */
public final class AspectNames {
  public static final String CONTAINER = "container";
  public static final String CONTAINER_PROPERTIES = "containerProperties";
  public static final String DATASET_PROPERTIES = "datasetProperties";
  public static final String DATA_PLATFORM_INSTANCE = "dataPlatformInstance";
  public static final String EDITABLE_DATASET_PROPERTIES = "editableDatasetProperties";
  public static final String EDITABLE_SCHEMA_METADATA = "editableSchemaMetadata";
  public static final String SCHEMA_METADATA = "schemaMetadata";
  public static final String STATUS = "status";
  public static final String SUB_TYPES = "subTypes";
  public static final String VIEW_PROPERTIES = "viewProperties";

  /** Those of a dataset. */
  public static final Set<String> OF_DATASET =
      Set.of(
          CONTAINER,
          DATASET_PROPERTIES,
          DATA_PLATFORM_INSTANCE,
          EDITABLE_DATASET_PROPERTIES,
          EDITABLE_SCHEMA_METADATA,
          SCHEMA_METADATA,
          STATUS,
          SUB_TYPES,
          VIEW_PROPERTIES);

  /** Those of a container: a database, schema or namespace. */
  public static final Set<String> OF_CONTAINER =
      Set.of(CONTAINER, CONTAINER_PROPERTIES, STATUS, SUB_TYPES);

  private AspectNames() {}
}
